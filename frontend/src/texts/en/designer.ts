export const designer = {
  'designer.title': 'Designer',
};
