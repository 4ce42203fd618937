export const table = {
  'table.title': 'Table',
};
