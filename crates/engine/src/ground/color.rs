//! Colors of assignees and milestones: any color of CSS that needs no context, such as `#1E90FF`, `#abc`,
//! `teal` or `rgb(30 144 255)`. Files keep the text; surfaces get `#rrggbb`.

/// Returns true for a color.
pub(crate) fn is_color(text: &str) -> bool {
    csscolorparser::parse(text).is_ok()
}

/// Returns a color as `#rrggbb`, or an empty text if it is none. Opacity is left out.
pub(crate) fn to_hex(text: &str) -> String {
    let color = csscolorparser::parse(text).map(|color| color.to_rgba8());
    color.map(|[red, green, blue, _]| format!("#{red:02x}{green:02x}{blue:02x}")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn colors_are_shown_as_six_digits() {
        for (text, hex) in [
            ("#1E90FF", "#1e90ff"),
            ("#abc", "#aabbcc"),
            ("#abc8", "#aabbcc"),
            ("#1E90FF80", "#1e90ff"),
            ("teal", "#008080"),
            ("RebeccaPurple", "#663399"),
            ("rgb(30, 144, 255)", "#1e90ff"),
            ("rgb(30 144 255 / 50%)", "#1e90ff"),
            ("rgba(30,144,255,0.5)", "#1e90ff"),
            ("hsl(210deg 100% 56%)", "#1f8fff"),
            ("hwb(210 12% 0%)", "#1f8fff"),
            ("oklch(0.6 0.1 200)", "#0d9298"),
        ] {
            assert_eq!((is_color(text), to_hex(text).as_str()), (true, hex), "{text}");
        }
        for text in ["", "#12", "#éa", "nocolor", "url(x)", "var(--x)", "red; background: blue", "rgb(1,2)"] {
            assert_eq!((is_color(text), to_hex(text).as_str()), (false, ""), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "(#|rgb\\(|hsl\\(from |lab\\(|)[ -~é漢]{0,20}\\)?") {
            let hex = to_hex(&text);
            prop_assert!(hex.is_empty() || hex.len() == 7);
        }
    }
}
