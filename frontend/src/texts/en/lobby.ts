export const lobby = {
  'lobby.title': 'Lobby',
};
