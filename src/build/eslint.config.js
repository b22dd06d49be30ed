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

/** Files whose long comments are still to be wrapped. */
const later = [
  'src/js/{check,foreign-names,unknown-option}.js',
  'src/js/binding/{errors,loop,write}.js',
  'src/js/gpt/binding.js',
  'web/page/{format,main,model-client}.js',
  'web/page/parts/{text,timeline}.js',
];

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
    languageOptions: { globals: { ...globals.browser, ...globals.serviceworker, __RELEASE__: 'readonly' } },
  },
  {
    files: ['test/**'],
    languageOptions: { globals: { ...globals.nodeBuiltin, ...globals.browser } },
    rules: { 'no-sparse-arrays': 'off' }, // they are given to what must refuse them
  },
  { files: later, rules: { 'max-len': 'off' } },
  // Declarations for emcc, which is where LibraryManager comes from.
  {
    files: ['src/core/wasm/*.js'],
    languageOptions: { sourceType: 'script', globals: { LibraryManager: 'writable', mergeInto: 'readonly' } },
  },
];
