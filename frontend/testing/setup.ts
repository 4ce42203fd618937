/** The files of tests share their modules: what a file set for all ends with it. */
import { afterAll } from 'vitest';

import { setLanguage } from '../src/texts/catalog';

afterAll(() => setLanguage({}, 'en'));
