import { DatasetError } from '../../errors.js';

/** A safetensors file is cut off, contradicts itself, or lacks a tensor in the shape that was asked for. */
export class SafetensorsError extends DatasetError {
  override readonly code = 'SAFETENSORS';
}
