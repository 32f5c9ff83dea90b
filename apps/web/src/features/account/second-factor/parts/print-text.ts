/** Prints a text alone, without the app around it. */

/** Long enough for the browser's dialog to read the page. */
const KEEP_MS = 60_000;

export function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  const lines = page?.createElement('pre');
  if (page && lines) {
    lines.textContent = text;
    page.body.append(lines);
    frame.contentWindow?.print();
  }
  setTimeout(() => frame.remove(), KEEP_MS);
}
