/** The live picture of the device's camera, while a view of it is open. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { drawJpeg } from './small-photo.ts';

export type CameraState = 'starting' | 'on' | 'off';

/** Absent without a secure connection. */
const devices: MediaDevices | undefined = navigator.mediaDevices;

/** Wide enough for small print. */
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1440 } };

/** `facing`: the camera towards the member, or away from them. */
export function useCamera(facing: 'user' | 'environment'): {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  /** Undefined if there is no picture. */
  take: () => Promise<File | undefined>;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>(devices === undefined ? 'off' : 'starting');
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    const begin = async () => {
      if (devices === undefined) return;
      try {
        const stream = await devices.getUserMedia({ video: { ...SIZE, facingMode: facing } });
        stop = () => stream.getTracks().forEach((track) => track.stop());
        if (isOver || !video.current) return stop();
        video.current.srcObject = stream;
        return setState('on');
      } catch {
        // Refused, absent or in use: a file can be chosen instead.
        return setState('off');
      }
    };
    void begin();
    return () => {
      isOver = true;
      stop();
    };
  }, [facing]);
  const take = async () => {
    const picture = video.current;
    if (!picture || picture.videoWidth === 0) return undefined;
    return drawJpeg(picture, { width: picture.videoWidth, height: picture.videoHeight });
  };
  return { video, state, take };
}
