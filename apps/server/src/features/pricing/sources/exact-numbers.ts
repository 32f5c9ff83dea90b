/** Reads JSON whose numbers must stay exact: each comes as its text, in plain decimals. */

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const EXPONENT_MAX = 40;

/** Numbers become strings such as "0.00000012". Fails with: a SyntaxError when the text is no JSON. */
export function parseWithTexts(text: string): unknown {
  // What is no JSON may hold a string that never ends: looked for from each of its quotes, it would take minutes.
  JSON.parse(text);
  return JSON.parse(
    text.replace(STRING_OR_NUMBER, (token) =>
      token.startsWith('"') ? token : `"${plainText(token)}"`,
    ),
  );
}

/** "1.2e-7" is "0.00000012". An exponent beyond any price is left as it stands, and is no decimal then. */
function plainText(token: string): string {
  const [mantissa = '', power] = token.toLowerCase().split('e');
  if (power === undefined) return token;
  const exponent = Number(power);
  if (Math.abs(exponent) > EXPONENT_MAX) return token;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', places = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + places;
  const point = whole.length + exponent;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
