/** Changes each field of a document in ways that a careless check would accept. */

type Path = readonly (string | number)[];

/** The paths of every value in a document, including objects and lists. */
function placesOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return at.length === 0 ? [] : [at];
  const inside = Object.entries(value).flatMap(([key, entry]) => placesOf(entry, [...at, key]));
  return at.length === 0 ? inside : [at, ...inside];
}

function readAt(document: unknown, at: Path): unknown {
  return at.reduce((value, key) => (value as Record<string, unknown>)[key], document);
}

function changedAt(document: unknown, at: Path, change: (holder: never, key: never) => void) {
  const copy = structuredClone(document);
  const holder = readAt(copy, at.slice(0, -1));
  change(holder as never, at.at(-1) as never);
  return copy;
}

/** Every character of a short text; of a hash or signature the first, the last and some between. */
function placesIn(text: string): number[] {
  const all = Array.from(text, (_character, index) => index);
  return all.filter((index) => text.length < 20 || index % 9 === 0 || index === text.length - 1);
}

/** Similar values that a careless check would accept. */
function variantsOf(value: unknown): unknown[] {
  if (typeof value === 'number')
    return [value + 1, value - 1, value === 0 ? null : -value, value + 0.5, String(value)];
  if (value === null) return [0, '', { seq: 42, hash: 'a'.repeat(64) }, '1'];
  if (typeof value === 'boolean') return [!value, null, Number(value), String(value)];
  if (typeof value !== 'string') return [null];
  const swapped = { up: 'down', down: 'up', win: 'loss', loss: 'win' }[value] ?? 'tie';
  const texts = placesIn(value).map(
    (index) => value.slice(0, index) + (value[index] === '1' ? '2' : '1') + value.slice(index + 1),
  );
  const spellings = [`${value}0`, `0${value}`, ` ${value}`, `-${value}`, value.toUpperCase(), ''];
  return [...texts, ...spellings, swapped, null].filter((flip) => flip !== value);
}

/** How many changes were tried, and the places of those after which it still passes. */
export function everyChange(document: unknown, isProven: (changed: unknown) => boolean) {
  const undetected: string[] = [];
  let tried = 0;
  for (const at of placesOf(document)) {
    const variants = variantsOf(readAt(document, at)).map((flip) =>
      changedAt(document, at, (holder: Record<string, unknown>, key: string) => {
        holder[key] = flip;
      }),
    );
    variants.push(
      changedAt(document, at, (holder: Record<string, unknown> | unknown[], key: string) => {
        if (Array.isArray(holder)) holder.splice(Number(key), 1);
        else delete holder[key];
      }),
      changedAt(document, at, (holder: Record<string, unknown> | unknown[], key: string) => {
        if (Array.isArray(holder)) holder.splice(Number(key), 0, holder[Number(key)]);
        else holder['extra'] = 1;
      }),
    );
    tried += variants.length;
    const passed = variants.findIndex((variant) => isProven(variant));
    if (passed >= 0) undetected.push(`${at.join('.')}, variant ${passed}`);
  }
  return { tried, undetected };
}
