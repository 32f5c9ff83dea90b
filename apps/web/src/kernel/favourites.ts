/** The starred markets, in the order in which they were starred. */
import { storedList } from './stored-list.ts';

export const favourites = storedList('favourites');

/** Stars or unstars a symbol. */
export function toggleFavourite(symbol: string): void {
  const list = favourites.read();
  favourites.edit(
    list.includes(symbol) ? list.filter((other) => other !== symbol) : [...list, symbol],
  );
}
