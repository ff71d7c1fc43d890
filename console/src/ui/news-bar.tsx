interface NewsBarProps {
  count: number;
  text: string;
  onShow(): void;
}

/** Tells of what is new above a list. Its place is kept free, so that nothing moves when it fills. */
export function NewsBar({ count, text, onShow }: NewsBarProps) {
  return (
    <div className="news-bar" role="status">
      {count > 0 && (
        <>
          <button type="button" onClick={onShow}>
            Show
          </button>
          <span className="news-text">{text}</span>
        </>
      )}
    </div>
  );
}
