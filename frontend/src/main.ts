import { mount } from 'svelte';

import App from './App.svelte';
import './styles/tokens.css';
import './styles/base.css';
import { chooseLanguage } from './texts/catalog';

const target = document.getElementById('app');
void chooseLanguage(navigator.languages).then((language) => {
  document.documentElement.lang = language;
  if (target) mount(App, { target });
});
