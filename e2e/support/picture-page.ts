/** The page that sets screenshots into one picture: the console behind three phones, as at the head of the README. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rosette } from '../../packages/ui/src/shell/engraving-lines.ts';
import type { Theme } from './themes.ts';

export interface HeroScreens {
  home: Buffer;
  trade: Buffer;
  contract: Buffer;
  console: Buffer;
}

export const HERO_SIZE = { width: 1600, height: 900 };
/** A phone of 375 × 812 points: the app between a status bar and the bar of the home gesture. */
export const PHONE_BARS = { status: 46, gesture: 22 };

const PHONE_SCALE = 254 / 375;
const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;
const picture = (bytes: Buffer) => `<img alt="" src="${dataUrl('image/png', bytes)}">`;

/** `root` is the folder of the whole project, where tokens and typeface are read. */
export function heroHtml(root: string, theme: Theme, screens: HeroScreens): string {
  return document(
    root,
    theme,
    `
    <div class="hero">
      ${engraving('lower-left')}${engraving('upper-right')}
      <div class="name">${brandMark}<b>Tern</b></div>
      <div class="console">${picture(screens.console)}</div>
      ${phone(screens.home, { left: 60, top: 236 })}
      ${phone(screens.trade, { left: 332, top: 282 })}
      ${phone(screens.contract, { left: 604, top: 236 })}
    </div>`,
  );
}

/** The product's typeface as a style rule, with the font inside. */
export function typeface(root: string): string {
  const font = readFileSync(join(root, 'packages/ui/src/fonts/geist-latin-wght-normal.woff2'));
  return `@font-face { font-family: 'Geist Variable'; src: url(${dataUrl('font/woff2', font)}); font-weight: 100 900; }`;
}

const brandMark = `<svg width="44" height="44" viewBox="0 0 28 28" fill="none" stroke="currentColor"
  stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
  <path d="M3.2 9.6C9 9.2 12.4 12.4 14 18.4 15.2 11 19 6.2 25 4.4" />
  <path d="M9.6 22.8c2.3-.3 3.7-1.7 4.4-4.4 1.2 2.6 3.2 4 6 4.2" opacity=".55" /></svg>`;

function engraving(place: string): string {
  const { width, height, pen, path } = rosette();
  return `<svg class="engraving ${place}" viewBox="0 0 ${width} ${height}" stroke-width="${pen}" fill="none">
    <path d="${path}" /></svg>`;
}

function phone(screen: Buffer, { left, top }: { left: number; top: number }): string {
  return `<div class="phone" style="left:${left}px;top:${top}px"><div class="status">
      <span>9:41</span><svg width="50" height="13" viewBox="0 0 50 13" fill="currentColor">
        <rect x="0" y="8" width="3" height="4" rx="1" /><rect x="4.5" y="6" width="3" height="6" rx="1" />
        <rect x="9" y="3.5" width="3" height="8.5" rx="1" /><rect x="13.5" y="1" width="3" height="11" rx="1" />
        <rect x="24.5" y="1.5" width="21" height="10" rx="3" fill="none" stroke="currentColor" opacity=".45" />
        <rect x="26.5" y="3.5" width="15" height="6" rx="1.5" /><rect x="47" y="5" width="1.5" height="3" rx=".7" />
      </svg></div>${picture(screen)}<div class="gesture"></div></div>`;
}

function document(root: string, theme: Theme, body: string): string {
  const ui = join(root, 'packages/ui/src');
  const tokens = readFileSync(join(ui, 'tokens.css'), 'utf8');
  return `<!doctype html><html lang="en" data-theme="${theme}" data-palette="classic" data-swap="0" data-sim="1">
    <meta charset="utf-8"><style>
    ${typeface(root)}
    ${tokens}
    ${heroStyles}
    </style>${body}</html>`;
}

const heroStyles = `
  html { background: none; } body { margin: 0; }
  .hero { position: relative; width: ${HERO_SIZE.width}px; height: ${HERO_SIZE.height}px; overflow: hidden;
    background: var(--desk); color: var(--text); font-family: var(--font); }
  .engraving { position: absolute; stroke: var(--accent); opacity: .1; }
  [data-theme=light] .engraving { opacity: .13; }
  .lower-left { left: -220px; bottom: -260px; width: 820px; }
  .upper-right { right: -240px; top: -320px; width: 900px; }
  .name { position: absolute; left: 60px; top: 84px; display: flex; align-items: center; gap: 14px; }
  .name svg { color: var(--accent); } .name b { font: 600 40px/48px var(--font); letter-spacing: -.04em; }
  img { display: block; width: 100%; }
  .console { position: absolute; left: 432px; top: 76px; width: 1124px; height: 702px; overflow: hidden;
    border-radius: 16px; box-shadow: 0 0 0 1px var(--line-2), 0 40px 90px rgb(0 0 0 / .6); }
  .phone { position: absolute; width: 254px; height: 550px; overflow: hidden; border-radius: 36px; background: var(--canvas);
    box-shadow: 0 0 0 1px #3a4249, 0 0 0 7px #0c0f11, 0 0 0 8px #2c3238, 0 30px 70px rgb(0 0 0 / .7); }
  [data-theme=light] .phone { box-shadow: 0 0 0 1px #cdd3d6, 0 0 0 7px #fff, 0 0 0 8px #cdd3d6, 0 30px 70px rgb(13 18 20 / .24); }
  [data-theme=light] .console { box-shadow: 0 0 0 1px var(--line-2), 0 40px 90px rgb(13 18 20 / .16); }
  .status { display: flex; justify-content: space-between; align-items: center; box-sizing: border-box;
    height: ${PHONE_BARS.status * PHONE_SCALE}px; padding: 6px 18px 0 24px; font: 600 10.5px/1 var(--font); }
  .status svg { width: 36px; height: 9.4px; }
  .gesture { height: ${PHONE_BARS.gesture * PHONE_SCALE}px; display: grid; place-items: center; }
  .gesture::after { content: ''; width: 84px; height: 3px; border-radius: 2px; background: var(--text); }
`;
