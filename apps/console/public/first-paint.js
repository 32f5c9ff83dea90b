/** Before the first paint: the remembered theme, so that a light screen never flashes dark. */
try {
  if (localStorage.getItem('tern.console.theme') === 'light') {
    document.documentElement.dataset.theme = 'light';
  }
} catch {
  // Refused storage: the default theme stands.
}
