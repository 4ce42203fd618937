export const floor = {
  'floor.title': 'Floor',
};
