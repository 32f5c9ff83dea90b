/** Opens the phone's keyboard for a field that is not mounted yet. */

/** By then the page has mounted its field. */
const WAIT_MS = 2_000;

/**
 * Call it inside the tap that opens a page with an input: iOS opens its keyboard only for a field focused during a tap. A
 * hidden field holds the focus until the real one is mounted.
 */
export function openKeyboardAhead(): void {
  const stand = document.createElement('input');
  stand.setAttribute('aria-hidden', 'true');
  stand.tabIndex = -1;
  // 16 px: below that iOS zooms in.
  stand.style.cssText = 'position:fixed;top:0;left:0;width:1px;height:1px;opacity:0;font-size:16px';
  document.body.append(stand);
  stand.focus({ preventScroll: true });
  const leave = () => stand.remove();
  stand.addEventListener('blur', leave, { once: true });
  setTimeout(leave, WAIT_MS);
}
