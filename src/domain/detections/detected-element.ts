import type { Box, Size } from '../geometry.js';

/** Something that a detector made out on the picture of a screen. */
export interface DetectedElement {
  /** The number by which it may be named, in the detector's own order from 0. */
  readonly index: number;
  readonly kind: 'text' | 'icon';
  /** Parts of the picture's width and height, 0–1. */
  readonly box: Box;
  /** The words of a text, or what an icon is; empty where the detector does not say. */
  readonly words: string;
}

/** What a detector found on one picture. */
export interface Detections {
  /** Numbers run from 0 to `count - 1`. */
  readonly count: number;
  /** Those that have a place on the picture. */
  readonly elements: readonly DetectedElement[];
}

/** The picture that a detector was shown, where its output says so. */
export interface DetectedPicture {
  readonly size: Size | null;
  /** SHA-256 of its bytes, in lowercase hexadecimal digits. */
  readonly sha256: string | null;
}
