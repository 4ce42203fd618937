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
  'frame.notice': 'Gambling problem? Call 1-800-GAMBLER',
  'frame.notice_clause': 'The notice that PA-14 asks for; here it stands on every page.',
  'frame.published':
    'When a round is settled its receipt is published, and with it the order of the whole deck.',
  'frame.rules': 'Rules of the houses',
  'frame.play_money': 'Play money only. The game and its name belong to their owner.',
  'frame.not_found': 'There is no such page.',
  'frame.loading': 'One moment…',
  'frame.offline': 'The house can’t be reached. Trying again…',
};
