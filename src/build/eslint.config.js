/** What npm run lint asks of JavaScript beyond its format, which Prettier settles. */

import js from '@eslint/js';
import globals from 'globals';

const longest = {
  code: 120,
  comments: 120,
  ignoreStrings: true,
  ignoreTemplateLiterals: true,
  ignoreRegExpLiterals: true,
};

export default [
  { ignores: ['build/', 'src/js/generated/', 'web/dist/', 'test/**/fixtures/', '**/node_modules/', '**/scratch/'] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'max-len': ['error', longest],
      'no-var': 'error',
      'no-control-regex': 'off',
      'prefer-const': ['error', { ignoreReadBeforeAssign: true }],
      'no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    },
  },
  // The package runs everywhere: it may count on what all its hosts have, and nothing else.
  { files: ['src/js/**'], languageOptions: { globals: globals['shared-node-browser'] } },
  {
    files: ['src/build/**', 'web/*.mjs', 'web/lab/**', 'web/model/**'],
    languageOptions: { globals: globals.nodeBuiltin },
  },
  {
    files: ['web/page/**'],
    languageOptions: {
      globals: {
        ...globals.browser,
        ...globals.serviceworker,
        __FILES__: 'readonly',
        __IN_FRAME__: 'readonly',
        __RELEASE__: 'readonly',
      },
    },
  },
  {
    files: ['test/**'],
    languageOptions: { globals: { ...globals.nodeBuiltin, ...globals.browser } },
    rules: { 'no-sparse-arrays': 'off' }, // they are given to what must refuse them
  },
  // Declarations for emcc, which is where LibraryManager comes from.
  {
    files: ['src/core/wasm/*.js'],
    languageOptions: { sourceType: 'script', globals: { LibraryManager: 'writable', mergeInto: 'readonly' } },
  },
];
