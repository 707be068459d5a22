# Speaks the lines of standard input with the voices of Windows: raw 16-bit mono samples at 22,050 Hz come out, a line
# at a time. The language comes by GENIE_SPEECH_LANGUAGE and the voice by GENIE_SPEECH_VOICE; both may be empty.
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Speech
$in = New-Object IO.StreamReader([Console]::OpenStandardInput(), (New-Object Text.UTF8Encoding($false)))
$out = [Console]::OpenStandardOutput()
$format = New-Object Speech.AudioFormat.SpeechAudioFormatInfo(22050, 'Sixteen', 'Mono')
$voice = New-Object Speech.Synthesis.SpeechSynthesizer
$voice.Rate = [int]$env:GENIE_SPEECH_RATE
if ($env:GENIE_SPEECH_VOICE) {
    $voice.SelectVoice($env:GENIE_SPEECH_VOICE)
} elseif ($env:GENIE_SPEECH_LANGUAGE) {
    $wanted = $env:GENIE_SPEECH_LANGUAGE
    $of = $voice.GetInstalledVoices() | Where-Object { $_.Enabled -and $_.VoiceInfo.Culture.Name -like "$wanted*" }
    if (-not $of) { exit 3 }
    $voice.SelectVoice(@($of)[0].VoiceInfo.Name)
}
while ($null -ne ($line = $in.ReadLine())) {
    $memory = New-Object IO.MemoryStream
    $voice.SetOutputToAudioStream($memory, $format)
    $voice.Speak($line)
    $voice.SetOutputToNull()
    $bytes = $memory.ToArray()
    $out.Write($bytes, 0, $bytes.Length)
    $out.Flush()
}
