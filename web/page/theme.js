/** Light, dark, or what the device says. Remembered where the browser allows it. */

const KEY = 'theme';
const themes = ['auto', 'light', 'dark'];

export const themeAfter = (theme) => themes[(themes.indexOf(theme) + 1) % themes.length];

export function readTheme() {
  try {
    const theme = localStorage.getItem(KEY);
    return themes.includes(theme) ? theme : 'auto';
  } catch {
    return 'auto';
  }
}

export function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // A browser without storage forgets it with the page.
  }
}
