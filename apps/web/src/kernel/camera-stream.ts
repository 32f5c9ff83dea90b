/** The live picture of the device's camera, while a view of it is open. */
import { type RefObject, useEffect, useRef, useState } from 'react';

export type CameraState = 'starting' | 'on' | 'off';

/** Absent without a secure connection. */
const devices: MediaDevices | undefined = navigator.mediaDevices;

/** Wide enough for small print. */
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1440 } };

/** `facing`: the camera towards the member, or away from them. `off`: refused, absent or in use. */
export function useCameraStream(facing: 'user' | 'environment'): {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  /** While the state is `on`. */
  track: MediaStreamTrack | undefined;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [track, setTrack] = useState<MediaStreamTrack>();
  const [state, setState] = useState<CameraState>(devices === undefined ? 'off' : 'starting');
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    const begin = async () => {
      if (devices === undefined) return;
      try {
        const stream = await devices.getUserMedia({ video: { ...SIZE, facingMode: facing } });
        stop = () => stream.getTracks().forEach((each) => each.stop());
        if (isOver || !video.current) return stop();
        video.current.srcObject = stream;
        setTrack(stream.getVideoTracks()[0]);
        return setState('on');
      } catch {
        return setState('off');
      }
    };
    void begin();
    return () => {
      isOver = true;
      stop();
    };
  }, [facing]);
  return { video, state, track };
}
