/** How bad a thing in the page is, and the sentence about the worst one. */
export type Level = 'usual' | 'unusual' | 'act';

export interface Worst {
  readonly level: Level;
  readonly text: string;
}
