/** The texts of the QR codes in a picture, read on this device: by the browser itself, or by a library that is loaded when it cannot. */

type Picture = HTMLVideoElement | ImageBitmap;
type ReadCodes = (picture: Picture) => Promise<string[]>;

/** As Chrome and Android have it; not in TypeScript's library yet. */
interface Detector {
  detect(picture: Picture): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

const FORMAT = 'qr_code';
/** Pixels of the longer side that are searched: enough for a code that fills a third of it. */
const SIDE_MAX = 1_280;

let reader: Promise<ReadCodes> | undefined;

/** Empty where no code can be read. */
export async function readCodes(picture: Picture): Promise<string[]> {
  reader ??= nativeReader().then((own) => own ?? libraryReader());
  return (await reader)(picture);
}

async function nativeReader(): Promise<ReadCodes | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector === undefined) return undefined;
  try {
    if (!(await BarcodeDetector.getSupportedFormats()).includes(FORMAT)) return undefined;
    const detector = new BarcodeDetector({ formats: [FORMAT] });
    return async (picture) => [
      ...new Set((await detector.detect(picture)).map(({ rawValue }) => rawValue)),
    ];
  } catch {
    return undefined;
  }
}

async function libraryReader(): Promise<ReadCodes> {
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  return async (picture) => {
    const { width, height } = sizeOf(picture);
    if (pen === null || width === 0) return [];
    const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    try {
      return [decodeQR(pen.getImageData(0, 0, canvas.width, canvas.height))];
    } catch {
      // No code in this picture.
      return [];
    }
  };
}

const sizeOf = (picture: Picture) =>
  'videoWidth' in picture
    ? { width: picture.videoWidth, height: picture.videoHeight }
    : { width: picture.width, height: picture.height };

/** Of a file that the member chose; nothing of it leaves the device. */
export async function readCodesOf(file: File): Promise<string[]> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => undefined,
  );
  if (image === undefined) return [];
  try {
    return await readCodes(image);
  } finally {
    image.close();
  }
}
