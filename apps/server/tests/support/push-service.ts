/** A push service of our own: takes web push requests as a browser's service does, and decrypts them as the browser would. */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One received message. */
export interface Received {
  device: string;
  /** The decrypted payload. */
  content: { title: string; body: string; tag: string; page: string };
  headers: IncomingMessage['headers'];
}

/** A subscribed browser. */
export interface PushDevice {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushService {
  origin: string;
  received: Received[];
  /** How it answers from now on; 201 accepts. */
  answers: number;
  /** A new subscription. */
  device(): PushDevice;
  close(): Promise<void>;
}

interface Keys {
  ecdh: ReturnType<typeof createECDH>;
  auth: Buffer;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** Decrypts one record of `aes128gcm` (RFC 8188) with the keys of RFC 8291. @throws Error for a changed byte */
function decrypt(body: Buffer, { ecdh, auth }: Keys): string {
  const salt = body.subarray(0, 16);
  const idBytes = body[20]!;
  const sender = body.subarray(21, 21 + idBytes);
  const record = body.subarray(21 + idBytes);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** @throws Error unless the request is signed for this service with the key that it names (RFC 8292) */
function assertSigned(authorization: string | undefined, origin: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string };
  if (!isSigned || aud !== origin) throw new Error('the push is not signed for this service');
}

/** Listens on a free port of this machine. */
export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Keys>();
  const service = { received: [] as Received[], answers: 201, origin: '' };
  const server = createServer((request, response) => {
    void (async () => {
      const device = request.url ?? '';
      const keys = devices.get(device);
      const body = await bodyOf(request);
      assertSigned(request.headers['authorization'], service.origin);
      if (service.answers < 300 && keys !== undefined) {
        const content = JSON.parse(decrypt(body, keys)) as Received['content'];
        service.received.push({ device, content, headers: request.headers });
      }
      response.writeHead(service.answers).end();
    })().catch(() => response.writeHead(400).end());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(service, {
    device(): PushDevice {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/${randomBytes(9).toString('base64url')}`;
      devices.set(path, { ecdh, auth });
      return {
        endpoint: `${service.origin}${path}`,
        p256dh: ecdh.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      };
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  });
}
