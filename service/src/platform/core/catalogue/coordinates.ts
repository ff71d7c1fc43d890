/** Degrees, with one decimal: an area of at most 11 km by 11 km, which is no address of a person. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** A latitude and a longitude, such as `41.9,-87.6`. More decimals are accepted, and rounded. */
export const COORDINATES_PATTERN = '^-?[0-9]{1,2}(\\.[0-9]{1,10})?, ?-?[0-9]{1,3}(\\.[0-9]{1,10})?$';
const COORDINATES = new RegExp(COORDINATES_PATTERN);

/** The mean radius of the earth in kilometres. */
const EARTH_RADIUS = 6_371;

/** Returns undefined for a text that names no place. */
export function parseCoordinates(text: string): Coordinates | undefined {
  if (!COORDINATES.test(text)) return undefined;
  const [latitude = 0, longitude = 0] = text.split(',').map(Number);
  return coarseCoordinates(latitude, longitude);
}

/** Returns coordinates rounded to 0.1 degree; undefined for numbers that name no place. */
function coarseCoordinates(latitude: number, longitude: number): Coordinates | undefined {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
  return { latitude: coarse(latitude), longitude: coarse(longitude) };
}

/** Without the sign of a zero. */
function coarse(degrees: number): number {
  return Math.round(degrees * 10) / 10 + 0;
}

export function coordinatesText({ latitude, longitude }: Coordinates): string {
  return `${latitude},${longitude}`;
}

export function coordinatesFault(text: string): string | undefined {
  if (parseCoordinates(text) !== undefined) return undefined;
  return 'must be a latitude and a longitude in degrees, such as 41.9,-87.6';
}

/** Returns the great-circle distance in kilometres (haversine formula). */
export function distanceKm(one: Coordinates, other: Coordinates): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      half(one.longitude, other.longitude);
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** What is near: within some kilometres of a place. */
export interface Nearness {
  readonly near: Coordinates;
  readonly within: number;
}

export const DEFAULT_WITHIN_KM = 50;
/** Half of the circumference of the earth. */
export const MAX_WITHIN_KM = 20_000;

/** Returns false if it is not known where the place is. */
export function isNear({ near, within }: Nearness, place: Coordinates | undefined): boolean {
  return place !== undefined && distanceKm(near, place) <= within;
}
