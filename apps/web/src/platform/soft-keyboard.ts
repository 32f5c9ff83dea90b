/** Opens the phone's keyboard for a field that is not there yet. */

/** A page that brings the field is there by then. */
const WAIT_MS = 2_000;

/**
 * Call it inside the tap that opens a page to type in: iOS opens its keyboard only for a field that takes the
 * focus during a tap. A hidden field takes it until the real one does.
 */
export function openKeyboardAhead(): void {
  const stand = document.createElement('input');
  stand.setAttribute('aria-hidden', 'true');
  stand.tabIndex = -1;
  // 16 px: below it iOS zooms in.
  stand.style.cssText = 'position:fixed;top:0;left:0;width:1px;height:1px;opacity:0;font-size:16px';
  document.body.append(stand);
  stand.focus({ preventScroll: true });
  const leave = () => stand.remove();
  stand.addEventListener('blur', leave, { once: true });
  setTimeout(leave, WAIT_MS);
}
