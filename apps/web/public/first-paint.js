/** Before the first paint: the remembered theme, so that a light screen never flashes dark. */
try {
  if (JSON.parse(localStorage.getItem('tern.theme')) === 'light') {
    document.documentElement.dataset.theme = 'light';
    document.querySelector('meta[name="theme-color"]').content = '#F3F5F5';
  }
} catch {
  // Refused or unreadable storage: the default theme stands.
}
