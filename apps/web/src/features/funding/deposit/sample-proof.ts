/** Draws a sample receipt: the simulation should not ask for a real one. */

export interface SampleTexts {
  /** In large letters across the image: "Simulation". */
  mark: string;
  /** Lines of text, from top to bottom. */
  lines: readonly string[];
}

const WIDTH = 480;
const HEIGHT = 640;
const LINE_HEIGHT = 48;
const PAPER = '#ffffff';
const INK = '#0d1214';
const GOLD = '#f4be4f';
const FONT = 'system-ui, sans-serif';

/** Fails with: an Error if the browser has no canvas. */
export async function drawSampleProof({ mark, lines }: SampleTexts): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.textAlign = 'center';
  pen.fillStyle = INK;
  pen.font = `500 26px ${FONT}`;
  lines.forEach((line, index) => {
    pen.fillText(line, WIDTH / 2, HEIGHT / 2 + index * LINE_HEIGHT, WIDTH - 64);
  });
  pen.translate(WIDTH / 2, HEIGHT / 4);
  pen.rotate(-0.2);
  pen.fillStyle = GOLD;
  pen.fillRect(-WIDTH / 3, -40, (WIDTH / 3) * 2, 80);
  pen.fillStyle = INK;
  pen.font = `650 40px ${FONT}`;
  pen.fillText(mark, 0, 14, (WIDTH / 3) * 2 - 32);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('no picture');
  return new File([blob], 'sample-proof.png', { type: 'image/png' });
}
