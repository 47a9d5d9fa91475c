/** Nobody calls. Source: AOSP `TelephonyRegistry.dump`. */
export function dumpTelephony(): string {
  return `last known state:
  Phone Id=0
    mCallState=0
    mRingingCallState=0
    mForegroundCallState=0
    mBackgroundCallState=0
    mCallIncomingNumber=
    mServiceState={mVoiceRegState=0(IN_SERVICE), mDataRegState=0(IN_SERVICE)}
    mCallForwarding=false
    mDataActivity=0
    mDataConnectionState=0
`;
}
