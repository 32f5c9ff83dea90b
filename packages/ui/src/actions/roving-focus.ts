/** Arrow keys in a row of choices; apart from `Tabs`, which home does without. */

/** In a row of choices: the index a key moves to, or `undefined` for other keys. */
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

/** Focuses the n-th choice of this choice's row. */
export function focusSibling(choice: HTMLElement, index: number): void {
  const next = choice.parentElement?.children[index];
  if (next instanceof HTMLElement) next.focus();
}
