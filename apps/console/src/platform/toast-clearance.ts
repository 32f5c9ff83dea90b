/** Keeps messages above whatever is fixed at the foot of the page, so that they cover no button. */

const PROPERTY = '--toast-clearance';

/** Give it as the `ref` of the fixed foot: its height is read by the style of the messages. */
export function toastClearance(foot: HTMLElement | null): (() => void) | undefined {
  if (foot === null) return undefined;
  const { style } = document.documentElement;
  const watching = new ResizeObserver(() => style.setProperty(PROPERTY, `${foot.offsetHeight}px`));
  watching.observe(foot);
  return () => {
    watching.disconnect();
    style.removeProperty(PROPERTY);
  };
}
