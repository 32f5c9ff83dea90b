/** Asks for no real document in the simulation, and offers a sample receipt. */
import { formatDate, Note, TextButton, useNumberLocale } from '@tern/ui';
import { serverNow, useIsSimulated } from '../../../../../kernel/site-config.ts';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import type { ImageUpload } from '../../../../../kernel/image-upload/use-image-upload.ts';
import styles from './deposit.module.css';

export interface SampleNoteProps {
  proof: ImageUpload;
  /** The details printed on the sample receipt. */
  sentence: { asset: string; network: string; amount: string };
}

export function SampleNote({ proof, sentence }: SampleNoteProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { asset, network, amount } = sentence;
  const draw = async () => {
    const time = formatDate(new Date(serverNow()).toISOString(), { locale, detail: 'second' });
    const lines = [`${amount} ${asset}`.trim(), network, time];
    proof.choose(await drawSampleProof({ mark: t('deposit.simulation'), lines }));
  };
  if (!useIsSimulated()) return null;
  return (
    <Note kind="paper">
      <p>{t('deposit.paperProof')}</p>
      <div className={styles.sample}>
        <TextButton tone="accent" isFlush onPress={() => void draw()}>
          {t('deposit.useSample')}
        </TextButton>
      </div>
    </Note>
  );
}

interface SampleTexts {
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

/** The simulation should not ask for a real receipt. @throws Error if the browser has no canvas */
async function drawSampleProof({ mark, lines }: SampleTexts): Promise<File> {
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
