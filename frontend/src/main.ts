import { mount } from 'svelte';

import '@fontsource-variable/archivo/wdth.css';

import App from './App.svelte';
import './styles/tokens.css';
import './styles/base.css';
import './styles/cloth.css';
import './styles/forms.css';
import './styles/print.css';
import { pages } from './lib/pages';
import { router } from './lib/router.svelte';
import { settings } from './lib/settings.svelte';
import { chooseLanguage } from './texts/catalog';

if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/offline.js').catch(() => undefined);

/** The page's own script comes while the texts do. */
if (router.route.page !== 'missing') void pages[router.route.page]();

const target = document.getElementById('app');
void chooseLanguage([...(settings.language ? [settings.language] : []), ...navigator.languages]).then((language) => {
  document.documentElement.lang = language;
  if (target) mount(App, { target });
});
