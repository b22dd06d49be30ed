/** Addresses of scripts for pages under Trusted Types, where a plain string is refused. */

let policy;

/** The address in the form that this page asks for; throws where the site allows no such thing. */
export function trusted(url) {
  policy ??= globalThis.trustedTypes?.createPolicy('nucleus-page', { createScriptURL: (address) => address });
  return policy ? policy.createScriptURL(url) : url;
}
