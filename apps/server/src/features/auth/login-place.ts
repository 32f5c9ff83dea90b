/** Describes the origin of a login in terms its owner recognises: "Chrome, Windows" and a network address. */
import Bowser from 'bowser';
import { plainAddress } from '../../platform/http/caller-address.ts';
import type { LoginPlace } from './sessions.ts';

/** No browser sends a longer one, and parsing takes time. */
const USER_AGENT_MAX = 400;
const ADDRESS_MAX = 45;

export function loginPlace(from: { address: string; userAgent: string }): LoginPlace {
  return {
    address: plainAddress(from.address).slice(0, ADDRESS_MAX),
    device: deviceOf(from.userAgent),
  };
}

/** Empty for anything but a browser. */
function deviceOf(userAgent: string): string {
  if (userAgent === '' || userAgent.length > USER_AGENT_MAX) return '';
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name === undefined || os.name === undefined) return '';
  return `${browser.name}, ${os.name}`;
}
