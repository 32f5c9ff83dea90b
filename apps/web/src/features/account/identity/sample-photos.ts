/** Sample photographs for the simulation, which should not ask for a real document. */
import type { Side } from './api.ts';
import { fileOf } from './small-photo.ts';

const WIDTH = 900;
const HEIGHT = 600;
const INK = '#0d1214';
const GOLD = '#f4be4f';
const PAPER = '#edf3f1';
const SHADES = ['#9db4b3', '#6d8988', '#c9d6d4', '#b9c9c6'];
const FONT = 'system-ui, sans-serif';
const TILES = { across: 12, down: 8 };

/** @throws Error if the browser has no canvas */
export async function samplePhoto(side: Side, mark: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  drawTiles(pen);
  if (side === 'hand') drawPerson(pen, { x: 250, y: 300, size: 2 });
  drawCard(pen, side);
  drawMark(pen, mark);
  const file = await fileOf(canvas);
  if (!file) throw new Error('no picture');
  return file;
}

/** Random, so that the samples of two members are not the same picture to reviewers. */
function drawTiles(pen: CanvasRenderingContext2D): void {
  const [width, height] = [WIDTH / TILES.across, HEIGHT / TILES.down];
  for (let tile = 0; tile < TILES.across * TILES.down; tile += 1) {
    pen.fillStyle = SHADES[Math.floor(Math.random() * SHADES.length)] ?? PAPER;
    pen.fillRect(
      (tile % TILES.across) * width,
      Math.floor(tile / TILES.across) * height,
      width,
      height,
    );
  }
}

function drawCard(pen: CanvasRenderingContext2D, side: Side): void {
  const [x, y, width, height] = side === 'hand' ? [500, 330, 330, 210] : [90, 80, 720, 440];
  pen.fillStyle = PAPER;
  pen.beginPath();
  pen.roundRect(x, y, width, height, 24);
  pen.fill();
  pen.fillStyle = SHADES[1] ?? INK;
  if (side === 'back') pen.fillRect(x, y + height * 0.15, width, height * 0.18);
  else drawPerson(pen, { x: x + width * 0.2, y: y + height * 0.36, size: width / 720 });
  for (let line = 0; line < 4; line += 1) {
    const at = y + height * (0.44 + line * 0.13);
    pen.fillRect(x + width * 0.4, at, width * (0.5 - line * 0.07), height * 0.05);
  }
}

function drawPerson(
  pen: CanvasRenderingContext2D,
  { x, y, size }: { x: number; y: number; size: number },
): void {
  pen.fillStyle = SHADES[1] ?? INK;
  pen.beginPath();
  pen.arc(x, y, 55 * size, 0, Math.PI * 2);
  pen.fill();
  pen.beginPath();
  pen.ellipse(x, y + 170 * size, 105 * size, 100 * size, 0, Math.PI, 0);
  pen.fill();
}

function drawMark(pen: CanvasRenderingContext2D, mark: string): void {
  pen.translate(WIDTH / 2, HEIGHT * 0.3);
  pen.rotate(-0.15);
  pen.fillStyle = GOLD;
  pen.fillRect(-260, -44, 520, 88);
  pen.fillStyle = INK;
  pen.textAlign = 'center';
  pen.font = `650 48px ${FONT}`;
  pen.fillText(mark, 0, 17, 480);
}
