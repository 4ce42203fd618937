export const rules = {
  'rules.title': 'Rules',
};
