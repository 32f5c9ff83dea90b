/** Letters drawn as squares: servers often have no fonts. */

/** Five columns and seven rows; `#` is drawn. Only what is written somewhere. */
const GLYPHS: Readonly<Record<string, string>> = {
  '0': ' ### #   ##  ### # ###  ##   # ### ',
  '1': '  #   ##    #    #    #    #   ### ',
  '2': ' ### #   #    #   #   #   #   #####',
  '3': ' ### #   #    #  ##     ##   # ### ',
  '4': '   #   ##  # # #  # #####   #    # ',
  '5': '######    ####     #    ##   # ### ',
  '6': ' ### #    #    #### #   ##   # ### ',
  '7': '#####    #   #   #   #    #    #   ',
  '8': ' ### #   ##   # ### #   ##   # ### ',
  '9': ' ### #   ##   # ####    #    # ### ',
  A: ' ### #   ##   #######   ##   ##   #',
  C: ' ### #   ##    #    #    #   # ### ',
  D: '#### #   ##   ##   ##   ##   ##### ',
  E: '######    #    #### #    #    #####',
  I: ' ###   #    #    #    #    #   ### ',
  M: '#   ### ### # ## # ##   ##   ##   #',
  N: '#   ###  ## # ##  ###   ##   ##   #',
  O: ' ### #   ##   ##   ##   ##   # ### ',
  P: '#### #   ##   ##### #    #    #    ',
  R: '#### #   ##   ##### # #  #  # #   #',
  S: ' #####    #     ###     #    ##### ',
  T: '#####  #    #    #    #    #    #  ',
  U: '#   ##   ##   ##   ##   ##   # ### ',
  ':': '       #    #         #    #       ',
  '-': '               #####               ',
  ' ': ' '.repeat(35),
};
const COLUMNS = 5;
/** With the gap to the next letter. Units: squares. */
export const LETTER_ADVANCE = 6;

/** The squares of a line, from its upper left corner. @throws Error for a character without a glyph */
export function squaresOf(text: string): { x: number; y: number }[] {
  return [...text].flatMap((letter, place) => {
    const glyph = GLYPHS[letter];
    if (glyph === undefined) throw new Error(`no glyph for ${letter}`);
    return [...glyph].flatMap((dot, at) =>
      dot === '#'
        ? [{ x: place * LETTER_ADVANCE + (at % COLUMNS), y: Math.floor(at / COLUMNS) }]
        : [],
    );
  });
}
