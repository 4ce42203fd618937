// Lint rules for TypeScript and Svelte; formatting is left to .editorconfig.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

/** Naming conventions. Fields of server messages are snake_case, so properties are not checked. */
const naming = [
  { selector: 'variable', format: ['camelCase', 'UPPER_CASE'] },
  { selector: 'variable', modifiers: ['unused'], format: ['camelCase'], leadingUnderscore: 'allow' },
  { selector: 'function', format: ['camelCase'] },
  { selector: 'parameter', format: ['camelCase'], leadingUnderscore: 'allow' },
  { selector: ['classMethod', 'classProperty', 'accessor'], format: ['camelCase'] },
  { selector: 'classProperty', modifiers: ['static', 'readonly'], format: ['UPPER_CASE'] },
  { selector: 'typeLike', format: ['PascalCase'] },
];

export default defineConfig(
  { ignores: ['node_modules', '.generated', 'src/lib/schema.d.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  { files: ['*.js'], languageOptions: { globals: globals.node } },
  { files: ['public/*.js'], languageOptions: { globals: globals.serviceworker } },
  {
    files: ['**/*.ts', '**/*.svelte'],
    extends: [ts.configs.recommendedTypeChecked, svelte.configs.recommended],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/naming-convention': ['error', ...naming],
      '@typescript-eslint/no-floating-promises': 'error',
      // A request may be refused or not arrive: whoever sends it says what happens then.
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[arguments.length=1][callee.property.name="then"] > MemberExpression > CallExpression[callee.name=/^(get|post|remove|text|file)$/]',
          message: 'Show why a request failed: `Outcome.run`, `unlessRefused` or a second function.',
        },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    // Props are declared with `let`, and only some of them are reassigned.
    rules: { 'prefer-const': 'off', 'svelte/prefer-const': ['error', { excludedRunes: ['$props', '$state'] }] },
  },
);
