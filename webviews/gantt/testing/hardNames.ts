// Names that are difficult to lay out.
export const hardNames = [
  "Ein Wort: Hochwasserschutzbeauftragtenzuständigkeitsverordnungsentwurf für alle Häfen der Nord- und Ostsee, mit Anhängen",
  "مراجعة جداول المد والجزر لجميع الموانئ",
  "בדיקת (API v2) של לוחות הגאות",
  "👩‍👩‍👧‍👦🏳️‍🌈 launch 🚀🌊⚓️",
  "全国の港湾における潮位観測データの取得と検証および公開の手順を定める文書の作成",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "i",
  "<b>not bold</b> & “quoted”",
  "Z̷̢̛a̶͝l̴͘g̶͝o̸͝ tide",
  "   spaces   inside   ",
];
