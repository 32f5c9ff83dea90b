/** Keeps toasts above a fixed footer, so that they cover no button. */

const PROPERTY = '--toast-clearance';

/** A `ref` for the footer: publishes its height as a CSS variable that positions the toasts. */
export function toastClearance(footer: HTMLElement | null): (() => void) | undefined {
  if (footer === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty(PROPERTY, `${footer.offsetHeight}px`),
  );
  observer.observe(footer);
  return () => {
    observer.disconnect();
    style.removeProperty(PROPERTY);
  };
}
