/** Photographs with the device's camera. */
import { useCameraStream } from '../../../kernel/camera-stream.ts';
import { drawJpeg } from './small-photo.ts';

/** `facing`: the camera towards the member, or away from them. */
export function useCamera(facing: 'user' | 'environment') {
  const { video, state } = useCameraStream(facing);
  /** Undefined if there is no picture. */
  const take = async (): Promise<File | undefined> => {
    const picture = video.current;
    if (!picture || picture.videoWidth === 0) return undefined;
    return drawJpeg(picture, { width: picture.videoWidth, height: picture.videoHeight });
  };
  return { video, state, take };
}
