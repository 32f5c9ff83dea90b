/** The pages of home's tiles in the member's order, for what changes it; home itself reads `home-tiles.ts`. */
import { storedList } from './stored-list.ts';

export const tileOrder = storedList('tiles');
