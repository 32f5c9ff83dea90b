/** Reads metrics as Prometheus does: its text format, version 0.0.4. */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

export async function scrapeText(url: string): Promise<string> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`the scrape was answered ${response.status}`);
  return response.text();
}

/** @throws Error for a line that is not of the format */
export async function scrape(url: string): Promise<Sample[]> {
  const lines = (await scrapeText(url)).split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(sampleOf);
}

function sampleOf(line: string): Sample {
  const [, name, labels = '', value] = LINE.exec(line) ?? [];
  if (name === undefined) throw new Error(`not a sample: ${line}`);
  const pairs = [...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, text] as const);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
}

/** The sum of all samples with this name and these labels; undefined without any. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>>,
): number | undefined {
  const found = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

export interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
}

/** The declared metrics, also those without a sample. */
export function familiesOf(text: string): Family[] {
  const helps = [...text.matchAll(/^# HELP (\S+) (.*)$/gm)];
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]),
  );
  return helps.map(([, name = '', help = '']) => ({ name, help, type: types.get(name) ?? '' }));
}
