/** A place on the earth: read from a page's address or a form, linked to maps, and how far it is. Pure. */
import type { Params } from '../../../platform/navigation/route.ts';

/** In degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

const LATITUDE_MAX = 90;
const LONGITUDE_MAX = 180;
/** As in addresses: "52.52", "-0.1276". */
const DEGREES = /^-?\d{1,3}(?:\.\d{1,8})?$/;

function degreesOf(text: string, max: number): number | undefined {
  // Many keyboards write decimals with a comma.
  const plain = text.trim().replace(',', '.');
  const value = DEGREES.test(plain) ? Number(plain) : Number.NaN;
  return Math.abs(value) <= max ? value : undefined;
}

export const latitudeOf = (text: string) => degreesOf(text, LATITUDE_MAX);
export const longitudeOf = (text: string) => degreesOf(text, LONGITUDE_MAX);

/** The place of `?latitude=…&longitude=…`; undefined if there is none. */
export function placeOf(params: Params): Place | undefined {
  const latitude = latitudeOf(params['latitude'] ?? '');
  const longitude = longitudeOf(params['longitude'] ?? '');
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

/** "52.520008, 13.404954" */
export function coordinatesOf({ latitude, longitude }: Place): string {
  return `${latitude}, ${longitude}`;
}

const MAP_WIDTH = 90;
const MAP_HEIGHT = 45;

/** The part of a map that a place is in the middle of, unless it is near a pole. In degrees, east and south positive. */
export function mapWindow({ latitude, longitude }: Place) {
  const highest = LATITUDE_MAX - MAP_HEIGHT / 2;
  const middle = Math.max(-highest, Math.min(highest, -latitude));
  const [left, top] = [longitude - MAP_WIDTH / 2, middle - MAP_HEIGHT / 2];
  return { left, top, width: MAP_WIDTH, height: MAP_HEIGHT };
}

/** For the device's map app (RFC 5870). */
export function geoLink({ latitude, longitude }: Place): string {
  return `geo:${latitude},${longitude}`;
}

/** A page of OpenStreetMap with a marker; nothing is loaded from there. */
export function mapLink({ latitude, longitude }: Place): string {
  const marker = `mlat=${latitude}&mlon=${longitude}`;
  return `https://www.openstreetmap.org/?${marker}#map=17/${latitude}/${longitude}`;
}

const EARTH_RADIUS_KM = 6_371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Kilometres along the surface, by the haversine formula. */
export function kilometresBetween(from: Place, to: Place): number {
  const north = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const east = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const scale = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude));
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(north + scale * east));
}
