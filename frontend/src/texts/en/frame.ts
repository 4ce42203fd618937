/** The frame around every page. */
export const frame = {
  'frame.title': "Ultimate Texas Hold'em",
  'frame.skip': 'Skip to the content',
  'frame.pages': 'Pages',
  'frame.lobby': 'Lobby',
  'frame.history': 'History',
  'frame.designer': 'Designer',
  'frame.floor': 'Floor',
  'frame.settings': 'Settings',
  'frame.guest': 'Play as a guest',
  'frame.sign_in': 'Sign in',
  'frame.sign_out': 'Sign out',
  'frame.play_money': 'Play money only. The game and its name belong to their owner.',
  'frame.not_found': 'There is no such page.',
  'frame.loading': 'One moment…',
  'frame.offline': 'The house can’t be reached. Trying again…',
};
