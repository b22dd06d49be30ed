/**
 * The weights of the character GPT (1.9 MB, of which a page downloads nothing until it asks) as a file: what a bundler
 * that imports files makes of it, a URL in most of them.
 */
declare const url: string;
export default url;
