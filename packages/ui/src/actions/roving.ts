/** Arrow keys in a row of choices: which one comes next. */

/** The index a key moves to, or `undefined` for keys that do not move. */
export function rovingIndex(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowLeft':
    case 'ArrowUp':
      return (current - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Puts focus on the n-th choice of the row this choice stands in. */
export function focusSibling(choice: HTMLElement, index: number): void {
  const next = choice.parentElement?.children[index];
  if (next instanceof HTMLElement) next.focus();
}
