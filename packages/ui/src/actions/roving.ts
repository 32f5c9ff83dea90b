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

/** Puts focus on the n-th child button of the row that handled the key. */
export function focusChild(row: HTMLElement, index: number): void {
  row.querySelectorAll<HTMLElement>('[role=tab],[role=radio]')[index]?.focus();
}
