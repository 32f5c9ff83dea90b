/** The proof image of the pictures' deposit: a wallet's receipt, drawn in the browser. */
import type { Browser } from 'playwright-core';

export interface ReceiptFacts {
  /** As the wallet prints it, "1,500.00". */
  amount: string;
  coin: string;
  network: string;
  to: string;
  /** A style rule for the product's typeface. */
  typeface: string;
}

const SIZE = { width: 360, height: 440 };

/** Gives a PNG. */
export async function receiptPicture(browser: Browser, facts: ReceiptFacts): Promise<Buffer> {
  const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 2 });
  await page.setContent(receiptHtml(facts));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

function receiptHtml({ amount, coin, network, to, typeface }: ReceiptFacts): string {
  const short = to.length > 16 ? `${to.slice(0, 9)}…${to.slice(-4)}` : to;
  const rows = Object.entries({
    From: 'Demo wallet',
    To: short,
    Network: network,
    Reference: '7c1e…40b9',
  });
  const lines = rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('');
  return `<style>
      ${typeface}
      body { margin: 0; padding: 44px 32px; background: #fff; color: #0d1214; text-align: center;
        font: 450 17px/24px 'Geist Variable', 'Liberation Sans', Arial, sans-serif; }
      svg { display: block; margin: 0 auto 18px; }
      b { font-size: 34px; line-height: 42px; letter-spacing: -0.03em; }
      p { margin: 4px 0 30px; color: #5b666b; }
      dl { display: grid; grid-template-columns: auto auto; gap: 12px 0; margin: 0; padding-top: 24px;
        border-top: 1px solid #e0e4e6; }
      dt { text-align: left; color: #5b666b; }
      dd { margin: 0; text-align: right; }
    </style>
    <svg width="60" height="60" viewBox="0 0 60 60" fill="none">
      <circle cx="30" cy="30" r="30" fill="#d9f0ef" />
      <path d="M19 31l8 8 15-17" stroke="#0d6b70" stroke-width="4" stroke-linecap="round" />
    </svg>
    <b>${amount} ${coin}</b><p>Sent · simulated transfer</p><dl>${lines}</dl>`;
}
