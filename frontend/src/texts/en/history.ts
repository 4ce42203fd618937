export const history = {
  'history.title': 'History',
};
