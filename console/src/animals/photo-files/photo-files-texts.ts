import { inLanguage } from '../../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    heic: (file: string) =>
      `${file} is a HEIC photo, which this browser cannot convert. On an iPhone, choose Settings > Camera > Formats > Most Compatible for new photos, or share or export this one as JPEG.`,
  },
  es: {
    heic: (file) =>
      `${file} es una foto HEIC, que este navegador no puede convertir. En el iPhone, elegir Ajustes (o Configuración) > Cámara > Formatos > Más compatible para las fotos nuevas, o compartir o exportar esta como JPEG.`,
  },
});
