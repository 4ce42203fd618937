/** The pages, each in a file of its own that is loaded when it is first shown. */
export const pages = {
  lobby: () => import('../pages/Lobby.svelte'),
  table: () => import('../pages/Table.svelte'),
  history: () => import('../pages/History.svelte'),
  account: () => import('../pages/Account.svelte'),
  floor: () => import('../pages/Floor.svelte'),
  designer: () => import('../pages/Designer.svelte'),
  simulation: () => import('../pages/Simulation.svelte'),
  practice: () => import('../pages/Practice.svelte'),
  dealing: () => import('../pages/Dealing.svelte'),
  rules: () => import('../pages/Rules.svelte'),
  options: () => import('../pages/Options.svelte'),
};
